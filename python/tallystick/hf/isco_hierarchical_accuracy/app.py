"""Paste codes, see the numbers, the levels and the worst branches. Needs no network."""

import os
from typing import Any

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr  # noqa: E402

import tallystick as ts  # noqa: E402

EXAMPLE_TRUE = "2211\n2211\n2352\n1111"
EXAMPLE_PREDICTED = "2211\n2212\n2352\n1112"
Rows = list[list[Any]]
AGGREGATIONS = ["micro", "samples", "macro", "means", "union"]


def codes(text: str, uploaded: str | None) -> list[list[str]]:
    """One example a line; several codes of one are separated by ';', with or without quotes."""
    if uploaded:
        with open(uploaded, encoding="utf-8-sig") as file:
            text = file.read()
    return [[code.strip().strip("\"'") for code in line.split(";") if code.strip()]
            for line in text.strip().splitlines()]


def score(true_text: str, predicted_text: str, true_file: str | None, predicted_file: str | None,
          aggregation: str, beta: float) -> tuple[str, Rows, Rows, Rows]:
    references, predictions = codes(true_text, true_file), codes(predicted_text, predicted_file)
    beta = float(beta)
    last = "f1_" + aggregation if beta == 1 else f"fbeta_{aggregation}:beta={beta!r}"
    rates = "samples" if aggregation == "means" else aggregation  # whose means the F is of
    names = ["subset_accuracy", *(f"hierarchical_{name}" for name in (
        f"precision_{rates}", f"recall_{rates}", last))]
    try:
        report = ts.evaluate(references, predictions, measures=names, taxonomy="isco08",
                             convention="isco-hf" if aggregation == "union" else "sklearn")
    except ts.Error as error:
        return str(error), [], [], []
    words = ["accuracy", "hierarchical precision", "hierarchical recall", "hierarchical F-measure"]
    figures = [[word, round(float(value), 4)] for word, value in zip(words, report.values())]
    levels = [[row["level"], row["n"], row["accuracy"]] for row in report.levels()]
    seen = sorted((row for row in report.branches() if row["n"]),
                  key=lambda row: float(row["hierarchical_f1"]))
    branches = [[row.get("code"), row.get("title", ""), row["n"], round(row["hierarchical_f1"], 4)]
                for row in seen[:5]]
    examples = "example" if report.n_examples == 1 else "examples"
    return f"{report.n_examples} {examples}", figures, levels, branches


def make_app() -> Any:
    with gr.Blocks(title="ISCO hierarchical accuracy", analytics_enabled=False) as app:
        gr.Markdown("# ISCO hierarchical accuracy\nOne example a line; several codes of one example "
                    "are separated by `;`. Nothing leaves this machine.")
        with gr.Row():
            true_text = gr.Textbox(EXAMPLE_TRUE, label="True codes", lines=8, elem_id="true")
            predicted_text = gr.Textbox(EXAMPLE_PREDICTED, label="Predicted codes", lines=8,
                                        elem_id="predicted")
        with gr.Row():
            true_file = gr.File(label="or a file of true codes", type="filepath", elem_id="true_file")
            predicted_file = gr.File(label="or a file of predicted codes", type="filepath",
                                     elem_id="predicted_file")
        with gr.Row():
            aggregation = gr.Dropdown(AGGREGATIONS, value="micro", label="Aggregation")
            beta = gr.Number(1, label="Beta")
        button = gr.Button("Score", variant="primary", elem_id="score")
        said = gr.Textbox(label="Result", elem_id="said")
        figures = gr.Dataframe(headers=["measure", "value"], label="Figures", elem_id="figures")
        levels = gr.Dataframe(headers=["digits", "examples", "accuracy"], label="By digit",
                              elem_id="levels")
        branches = gr.Dataframe(headers=["code", "title", "examples", "F"], label="Worst branches",
                                elem_id="branches")
        button.click(score, [true_text, predicted_text, true_file, predicted_file, aggregation, beta],
                     [said, figures, levels, branches])
    return app


def launch(app: Any, **options: Any) -> None:
    """On this machine alone, with its own fonts."""
    fonts = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
    app.launch(theme=fonts, share=False, **options)


if __name__ == "__main__":
    launch(make_app())
