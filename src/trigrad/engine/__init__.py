"""What all games share: records, rules, chance, the journal, playing many games at once."""
