"""Results in the forms that people and programs read; one module per form."""
