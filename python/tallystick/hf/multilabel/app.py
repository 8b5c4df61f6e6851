"""Paste label lists, see the measures. Needs no network."""

import os
from typing import Any

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr  # noqa: E402

import tallystick as ts  # noqa: E402


def rows(text: str) -> list[list[str]]:
    return [[label.strip() for label in line.split(";") if label.strip()]
            for line in text.strip("\n").split("\n")]


def score(true_text: str, predicted_text: str) -> tuple[str, list[list[Any]]]:
    try:
        report = ts.evaluate(rows(true_text), rows(predicted_text), task="multi")
    except ts.Error as error:
        return str(error), []
    examples = "example" if report.n_examples == 1 else "examples"
    return f"{report.n_examples} {examples}", [[name, score.value] for name, score in report.items()]


def make_app() -> Any:
    with gr.Blocks(title="Multilabel", analytics_enabled=False) as app:
        gr.Markdown("# Multilabel\nOne example a line, labels separated by `;`.")
        with gr.Row():
            true_text = gr.Textbox("a\na;b", label="True labels", lines=8, elem_id="true")
            predicted_text = gr.Textbox("a\nb", label="Predicted labels", lines=8,
                                        elem_id="predicted")
        button = gr.Button("Score", variant="primary", elem_id="score")
        said = gr.Textbox(label="Result", elem_id="said")
        figures = gr.Dataframe(headers=["measure", "value"], label="Figures", elem_id="figures")
        button.click(score, [true_text, predicted_text], [said, figures])
    return app


def launch(app: Any, **options: Any) -> None:
    """On this machine alone, with its own fonts."""
    fonts = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
    app.launch(theme=fonts, share=False, **options)


if __name__ == "__main__":
    launch(make_app())
