# Links of the Markdown pages to files that are no pages become their text; pictures stay.
s/\[([^]]+)\]\([^):]*(\.(csv|txt|json|py|sh|hpp)|\/[^.\/)]+\/?)\)/\1/g
s/(^|[^!])\[([^]]+)\]\([^):]*\.(jpg|png)\)/\1\2/g
