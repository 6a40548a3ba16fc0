import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show, t } from "@/tests/support/screen";
import { CopyLink } from "./copy-link";

const LINK = "https://steuntje.example/?request=r1";
const button = (name: "copy" | "copied") => screen.queryByRole("button", { name: t(`share.${name}`) });

function copy() {
  const offered = button("copy");
  if (!offered) throw new Error("no button");
  return act(async () => fireEvent.click(offered));
}

it("copies the link, says so for two seconds, and then offers it again", async () => {
  show(<CopyLink url={LINK} />);
  vi.useFakeTimers();
  await copy();
  expect(await navigator.clipboard.readText()).toBe(LINK);
  expect(button("copied")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_900));
  expect(button("copied")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(button("copy")).not.toBeNull();
});

it("a browser that refuses says so and copies nothing", async () => {
  show(<CopyLink url={LINK} />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await copy();
  expect(await screen.findByText(t("share.failedTitle"))).toBeDefined();
  expect(button("copied")).toBeNull();
});
