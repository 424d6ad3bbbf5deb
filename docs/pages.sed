# Links of the Markdown pages to files that are no pages become their text.
s/\[([^]]+)\]\([^):]*(\.(csv|txt|json|py|sh|hpp)|\/[^.\/)]+\/?)\)/\1/g
