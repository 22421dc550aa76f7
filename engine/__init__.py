"""The rules of the card games: pure, immutable, standard library only."""
