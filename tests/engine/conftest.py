"""How long Hypothesis looks here: the same on every machine, however busy it is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "engine", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("engine")
