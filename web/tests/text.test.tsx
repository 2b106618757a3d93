import { render } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { duration, label, percent, visible } from "../src/text";
import { Marked } from "../src/views/documents";

describe("texts", () => {
  it("show control characters and overrides of direction as escapes", () => {
    expect(visible("a\u202eb\u0000c\x1b[2J")).toBe("a\\x202eb\\x00c\\x1b[2J");
    expect(visible("ri\u200bv\u200ce\u200dr\ufeff\u2060")).toBe("ri\\x200bv\\x200ce\\x200dr\\xfeff\\x2060");
    expect(visible("tab\tand\nnewline")).toBe("tab\tand\nnewline");
  });

  it("keep the joiners that emoji and some scripts need", () => {
    for (const text of ["👩‍🚀", "می‌خواهم", "क्‍ष"]) expect(visible(text)).toBe(text);
  });

  it("are cut when a word has a million characters", () => {
    expect(label("x".repeat(1_000_000))).toHaveLength(60);
    expect(label("river")).toBe("river");
  });

  it("have readable numbers", () => {
    expect(percent(0.1234)).toBe("12.3%");
    expect([duration(3.21), duration(42), duration(90), duration(5400)]).toEqual(["3.2 s", "42 s", "2 min", "1.5 h"]);
  });
});

describe("a marked text", () => {
  it("is text and never HTML", () => {
    const hostile = "<img src=x onerror=alert(1)> river";
    const { container } = render(<Marked text={hostile} spans={[[29, 34]]} />);
    expect(container.textContent).toBe(hostile);
    expect(container.querySelector("img")).toBeNull();
    expect(container.querySelector("mark")?.textContent).toBe("river");
  });

  it("counts characters as Python does", () => {
    const { container } = render(<Marked text={"🌊🌊 river"} spans={[[3, 8]]} />);
    expect(container.querySelector("mark")?.textContent).toBe("river");
  });
});
