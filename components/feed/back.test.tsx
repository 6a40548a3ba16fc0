import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDialog, REQUEST, show } from "@/tests/support/screen";
import { Feed } from "./feed";

/** The code of the donation dialog, while it is on its way. */
const code = vi.hoisted(() => ({ lose: (_error: Error) => {} }));
vi.mock("@/components/donate/donation-flow", async () => {
  await new Promise((_, reject) => {
    code.lose = reject;
  });
});

const feed = (
  <Feed
    first={JSON.stringify({ items: [{ ...REQUEST, givers: 0 }], next: null })}
    linked={null}
    returnedTo={null}
    viewerId="u1"
    setup={null}
    renderedAt={0}
    isPhone={false}
    empty={null}
  />
);
const goBack = () => act(async () => void window.dispatchEvent(new PopStateEvent("popstate")));
const donate = () => screen.getByRole("button", { name: /Donate/ });

it("who goes back before a dialog's code is there stays in the feed, also when it is lost", async () => {
  const back = vi.spyOn(window.history, "back").mockImplementation(() => undefined);
  const { user } = show(feed);
  await user.click(donate());
  await goBack();
  await act(async () => code.lose(new Error("Failed to load chunk /_next/static/a.js")));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(back).not.toHaveBeenCalled();
  expect(openDialog()).toBeNull();
});
