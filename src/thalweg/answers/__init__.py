"""Questions that a trained model answers: methods of `LDA` over `thalweg.analysis`.

One class per kind of question. Each method checks that the model is trained, and leaves the work to
`thalweg.analysis`.
"""
