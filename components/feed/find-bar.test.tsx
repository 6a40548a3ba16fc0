import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show, t } from "@/tests/support/screen";
import { FindBar } from "./find-bar";
import { NOTHING_ASKED } from "./find-href";

const link = (name: string) => screen.getByRole("link", { name });
const href = (name: string) => link(name).getAttribute("href");
const kept = (form: Element | null) =>
  [...(form?.querySelectorAll<HTMLInputElement>("[type=hidden]") ?? [])].map(({ name, value }) => [
    name,
    value,
  ]);
const ASKED = { ...NOTHING_ASKED, q: "lamp", category: "home", filters: ["saved"] } as const;

it("the filters follow once something is asked", () => {
  const { change } = show(<FindBar asked={null} />);
  expect(href(t("find.category.home"))).toBe("/?category=home");
  expect(screen.queryByRole("navigation", { name: t("find.filters") })).toBeNull();
  change(<FindBar asked={ASKED} />);
  expect(screen.getByRole("navigation", { name: t("find.filters") })).toBeDefined();
  expect(href(t("find.everything"))).toBe("/");
});

it("a category and a filter are pressed to be on, and again to be off; the rest stays", () => {
  show(<FindBar asked={ASKED} />);
  expect(link(t("find.category.home")).getAttribute("aria-current")).toBe("true");
  expect(href(t("find.category.home"))).toBe("/?q=lamp&filter=saved");
  expect(href(t("find.category.music"))).toBe("/?q=lamp&category=music&filter=saved");
  expect(href(t("find.filter.saved"))).toBe("/?q=lamp&category=home");
  expect(href(t("find.filter.new"))).toBe("/?q=lamp&category=home&filter=saved%2Cnew");
});

it("another word keeps what else is asked; another town replaces the town", () => {
  const near = { id: 7, name: "Gent", country: "BE" };
  show(<FindBar asked={{ ...ASKED, near }} />);
  const word = screen.getByRole("searchbox", { name: t("find.field") }) as HTMLInputElement;
  expect(word.value).toBe("lamp");
  expect(kept(word.form)).toEqual([
    ["category", "home"],
    ["filter", "saved"],
    ["near", "7"],
  ]);
  const town = screen.getByRole("textbox", { name: t("find.near") }) as HTMLInputElement;
  expect(town.value).toBe("Gent");
  expect(kept(town.form)).toEqual([
    ["q", "lamp"],
    ["category", "home"],
    ["filter", "saved"],
  ]);
  expect(screen.queryByRole("navigation", { name: t("find.order") })).toBeNull();
});

it("an unknown town is said at its field", () => {
  show(<FindBar asked={{ ...ASKED, unknownPlace: "Nowhere" }} />);
  const town = screen.getByRole("textbox", { name: t("find.near") }) as HTMLInputElement;
  expect(town.value).toBe("Nowhere");
  expect(town.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toBe(t("find.unknownPlace"));
});
