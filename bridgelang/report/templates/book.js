(() => {
  const CALL = /^(?:[1-7](?:NT|[CDHS])|X|XX|PASS)$/;
  const box = document.getElementById("q"), hits = document.getElementById("hits");
  const entries = [...document.querySelectorAll("li[data-k]")].map(li => {
    const key = li.dataset.k.toUpperCase().replace(/[()]/g, "");
    return { li, key: key + " ", words: null };
  });
  const words = one => one.words ??= (one.li.dataset.k + " " + one.li.textContent).toLowerCase();
  const normal = token => {
    let call = token.toUpperCase().replace(/[()!]/g, "").replace(/♣/, "C").replace(/♦/, "D").replace(/♥/, "H").replace(/♠/, "S");
    if (/^[1-7]N$/.test(call)) call += "T";
    if (call === "P") return "PASS";
    if (call === "DBL" || call === "DOUBLE") return "X";
    return call === "RDBL" || call === "REDOUBLE" ? "XX" : call;
  };
  const find = text => {
    const tokens = text.trim().split(/[\s,]+|[-–](?=[1-7xXpP(])/).filter(Boolean);
    if (!tokens.length) return [];
    const calls = tokens.map(normal);
    if (calls.every(call => CALL.test(call))) {
      const start = calls.join(" ") + " ";
      const found = entries.filter(one => one.key.startsWith(start));
      return found.sort((a, b) => a.key.length - b.key.length);
    }
    const wanted = tokens.map(token => token.toLowerCase());
    return entries.filter(one => wanted.every(word => words(one).includes(word)));
  };
  const show = () => {
    const start = performance.now(), found = find(box.value);
    hits.replaceChildren(...found.slice(0, 40).map(one => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = "#" + one.li.id;
      link.textContent = one.li.dataset.k || one.li.querySelector("small").textContent;
      item.append(link, "  ", one.li.querySelector(".say").textContent);
      return item;
    }));
    if (box.value.trim() && !found.length) hits.append(Object.assign(document.createElement("li"), { textContent: "nothing found" }));
    hits.dataset.ms = (performance.now() - start).toFixed(1);
    hits.dataset.found = found.length;
  };
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    target.scrollIntoView();
  };
  box.addEventListener("input", show);
  hits.addEventListener("click", event => { if (event.target.tagName === "A") { hits.replaceChildren(); } });
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => document.querySelectorAll("details.part").forEach(one => { one.open = true; }));
  addEventListener("keydown", event => { if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); } });
  const asked = new URLSearchParams(location.search).get("q");
  reveal();
  setTimeout(() => {  // the words are gathered before anybody has typed one
    entries.forEach(words);
    if (asked) { box.value = asked; show(); }
  });
})();
