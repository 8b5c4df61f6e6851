// The parts of Apache ECharts that pages need; what is not named here is not in the bundle.
import {BarChart, CustomChart, LineChart, ScatterChart, TreemapChart} from "echarts/charts";
import {AriaComponent, DataZoomInsideComponent, GridSimpleComponent} from "echarts/components";
import {init, use} from "echarts/core";
import {LabelLayout} from "echarts/features";
import {SVGRenderer} from "echarts/renderers";

use([BarChart, CustomChart, LineChart, ScatterChart, TreemapChart, AriaComponent,
     DataZoomInsideComponent, GridSimpleComponent, LabelLayout, SVGRenderer]);

export {init};
