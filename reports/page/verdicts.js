"use strict";
(() => {
  const rows = [...document.querySelectorAll("#rows tbody tr")];
  const boxes = [...document.querySelectorAll(".filters input[type=checkbox]")];
  const find = document.getElementById("find"), shown = document.getElementById("shown");
  const filter = () => {
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const text = find.value.toLowerCase();
    let n = 0;
    for (const row of rows) {
      row.hidden = !wanted.has(row.dataset.status) || !row.textContent.toLowerCase().includes(text);
      n += row.hidden ? 0 : 1;
    }
    shown.textContent = t("{0} shown", n);
  };
  for (const box of boxes) box.addEventListener("change", filter);
  find.addEventListener("input", filter);
})();
