"""The texts in other languages: catalogues by language, and the tool that keeps them in step with the English."""
