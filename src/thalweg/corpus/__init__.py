"""Where documents come from: texts and tables in, matrices of word counts out."""
