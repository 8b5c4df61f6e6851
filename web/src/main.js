// Makes the pictures of the page interactive. The page is whole without it: paper, pages without
// scripts and saved files have the static pictures.
import css from "./charts.css";
import {Picture} from "./picture.js";
import {onThemeChange} from "./theme.js";

function start() {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const pictures = [];
  // A page may have a hundred pictures: each is drawn when it comes near.
  const near = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      pictures.find(({shell}) => shell === target).draw();
    }
  }, {rootMargin: "400px"});
  for (const figure of document.querySelectorAll("figure[data-plot]")) {
    const picture = Picture.of(figure);
    if (!picture) continue;
    pictures.push(picture);
    near.observe(picture.shell);
  }
  if (pictures.length === 0) return;
  onThemeChange(() => pictures.forEach((picture) => picture.redraw()));

  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = true;
  box.addEventListener("change", () => {
    for (const picture of pictures) picture.show(box.checked);
  });
  const label = document.createElement("label");
  label.append(box, "Interactive pictures");
  const line = document.createElement("p");
  line.className = "chart-switch";
  line.append(label);
  document.querySelector("nav").after(line);
}

start();
