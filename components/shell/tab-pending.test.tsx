import { createContext, useContext } from "react";
import { expect, it, vi } from "vitest";
import { show } from "@/tests/support/screen";
import { TabPending, usePendingTab } from "./tab-pending";

/** Whether the link around it was pressed, which only the router of Next.js knows. */
const Pressed = createContext(false);
vi.mock("next/link", () => ({ useLinkStatus: () => ({ pending: useContext(Pressed) }) }));

const Screen = () => usePendingTab() ?? "no tab";
const LINKS = ["/profile", "/leaderboard?period=month", "/?request=r1", "/people/daan"];

/** The screen `name` with its links, some of which were pressed. */
const page = (pressed: string[], name = "first", links = LINKS) => (
  <>
    <Screen key={name} />
    {links.map((href) => (
      <Pressed key={href} value={pressed.includes(href)}>
        <TabPending href={href} />
      </Pressed>
    ))}
  </>
);

it.each([
  ["/profile", "/profile"],
  ["/leaderboard?period=month", "/leaderboard"],
  ["/?request=r1", "/"],
  ["/people/daan", "no tab"],
])("a press on %s leads to %s until it is there", (href, tab) => {
  const { container, change } = show(page([]));
  expect(container.textContent).toBe("no tab");
  change(page([href]));
  expect(container.textContent).toBe(tab);
  change(page([]));
  expect(container.textContent).toBe("no tab");
});

it("of two presses the last one counts, and the first one again if the last one ends", () => {
  const { container, change } = show(page(["/profile"]));
  expect(container.textContent).toBe("/profile");
  change(page(["/profile", "/?request=r1"]));
  expect(container.textContent).toBe("/");
  change(page(["/profile"]));
  expect(container.textContent).toBe("/profile");
});

it("a press on the screen before is over on the next one, which knows of its own", () => {
  const { container, change } = show(page(["/profile"]));
  change(page(["/profile"], "second"));
  expect(container.textContent).toBe("no tab");
  change(page([], "second"));
  expect(container.textContent).toBe("no tab");
  change(page(["/profile"], "second"));
  expect(container.textContent).toBe("/profile");
});

it("a link that leaves the page while it is pressed leaves nothing behind", () => {
  const { container, change } = show(page(["/profile"]));
  change(page([], "first", []));
  expect(container.textContent).toBe("no tab");
});
