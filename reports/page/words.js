// t is a text in the language of the page, with values for {0}, {1}.
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
const t = (text, ...values) => (words[text] || text).replace(/\{(\d)\}/g, (_, n) => values[n]);
