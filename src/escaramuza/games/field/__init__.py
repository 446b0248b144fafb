"""What the games on a free table share about their battlefields: form, shapes, share codes, drawing by lot."""
