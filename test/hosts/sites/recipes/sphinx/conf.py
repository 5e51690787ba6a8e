project = 'Kiln manual'
html_theme = 'furo'
