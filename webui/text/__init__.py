"""Words that people read, in both languages, made of typed values."""
