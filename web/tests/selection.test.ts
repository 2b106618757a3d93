import { describe, expect, it } from "vitest";
import { fromFragment, NOTHING, toFragment, tokenOf } from "../src/selection";

describe("the selection in the address", () => {
  it("is empty when nothing is selected", () => {
    expect(toFragment(NOTHING)).toBe("");
    expect(fromFragment("")).toEqual(NOTHING);
  });

  it("comes back as it was", () => {
    const selection = {
      view: "groups" as const, topic: 3, document: 17, word: "a&b=c #%", query: 'x "y z"', column: "date", lambda: 0.25,
      exact: true, groups: { place: "north & south", in: "x", "a.b": "=1" }, from: "2020-01-31", to: "2021-12-31", order: "share" as const, uncertain: true,
    };
    expect(fromFragment(`#${toFragment(selection)}`)).toEqual(selection);
  });

  it("ignores what is not a selection", () => {
    expect(fromFragment("#view=admin&topic=-1&document=1e9&lambda=7&from=1&to=x&order=name&exact=yes&in.=")).toEqual(NOTHING);
    expect(fromFragment("#topic=99999999999999").topic).toBeNull();
  });

  it("never has the token", () => {
    const fragment = "#token=secret&topic=2";
    expect(tokenOf(fragment)).toBe("secret");
    expect(toFragment(fromFragment(fragment))).toBe("topic=2");
  });
});
