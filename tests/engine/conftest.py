"""How long Hypothesis looks here: the same on every machine, however busy."""

from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60)
settings.load_profile("engine")
