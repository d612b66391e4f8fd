// Day, night or high contrast: as chosen on this device, else as the device asks. Loaded before the page is drawn,
// so that it never flashes in another colour; hence no module.
(() => {
  const asks = { contrast: matchMedia("(prefers-contrast: more)"), dark: matchMedia("(prefers-color-scheme: dark)") };
  const apply = () => {
    const chosen = localStorage.getItem("theme");
    document.documentElement.dataset.theme = chosen ?? Object.keys(asks).find((theme) => asks[theme].matches) ?? "light";
  };
  apply();
  for (const query of Object.values(asks)) query.addEventListener("change", apply);
  // Another page of this device, or the choice on this one.
  addEventListener("storage", apply);
  addEventListener("themechosen", apply);
})();
