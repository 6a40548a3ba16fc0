import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show, t } from "@/tests/support/screen";
import { TakeBack } from "./take-back";

const takeBack = vi.hoisted(() => vi.fn());
vi.mock("@/lib/actions/donations", () => ({ takeBackAction: takeBack }));

it("says what taking back means before it is pressed, and keeping is the stronger answer", async () => {
  const { user, container } = show(<TakeBack donationId="d1" until="2026-11-29T12:00:00.000Z" />);
  expect(container.textContent).toMatch(/until .*2026.*get everything back/i);
  await user.click(screen.getByRole("button", { name: t("takeBack.button") }));
  const [keep, back] = await Promise.all(
    [t("takeBack.keep"), t("takeBack.button")].map((name) => screen.findByRole("button", { name })),
  );
  expect(keep?.className).toContain("bg-primary");
  expect(back?.className).not.toContain("bg-primary");
  await user.click(keep as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(takeBack).not.toHaveBeenCalled();
});
