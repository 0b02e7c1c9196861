"use strict";
// The button for light and dark, on every page with a script.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const tell = () => button.setAttribute("aria-pressed", isDark());
  const kept = (() => { try { return localStorage.getItem("halma-solve-theme"); } catch { return null; } })();
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("halma-solve-theme", root.dataset.theme); } catch { /* a page from a file may not keep it */ }
    tell();
  });
  dark.addEventListener("change", tell);
  tell();
})();
