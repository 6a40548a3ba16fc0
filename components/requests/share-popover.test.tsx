import { screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, it, vi } from "vitest";
import { button, field, openDialog, show, t } from "@/tests/support/screen";
import { SharePopover } from "./share-popover";

const URL_OF_IT = "https://steuntje.example/?request=r1";
const TEXT = "Help & more: 100% #1";
const opens = vi.spyOn(window, "open").mockImplementation(() => null);

function open(posterOf: string | null = null) {
  const onClose = vi.fn();
  const anchor = createRef<HTMLButtonElement>();
  const page = (isOpen: boolean) => (
    <>
      <button ref={anchor} type="button">
        Share
      </button>
      <input aria-label="Elsewhere" />
      {isOpen && (
        <SharePopover anchor={anchor} url={URL_OF_IT} text={TEXT} posterOf={posterOf} onClose={onClose} />
      )}
    </>
  );
  const shown = show(page(true));
  return { ...shown, onClose, close: () => shown.change(page(false)) };
}
const link = (name: "email" | "poster" | "card") => screen.queryByRole("link", { name: t(`share.${name}`) });

it("each messenger opens in a window of its own, which learns nothing of this page", async () => {
  const { user, onClose } = open();
  for (const name of ["WhatsApp", "Telegram", "X", "Facebook"]) await user.click(button(name));
  const addresses = opens.mock.calls.map(([address]) => new URL(String(address)));
  expect(addresses.map(({ host }) => host)).toEqual(["wa.me", "t.me", "x.com", "www.facebook.com"]);
  for (const { host, searchParams } of addresses) {
    const values = [...searchParams.values()].join("\n");
    expect(values).toContain(URL_OF_IT);
    if (!host.includes("facebook")) expect(values).toContain(TEXT);
  }
  for (const [, target, features] of opens.mock.calls) {
    expect(target).toBe("_blank");
    expect(features).toMatch(/noopener.*noreferrer/);
  }
  expect(onClose).not.toHaveBeenCalled();
});

it("an e-mail is a link with the text and the address in it", () => {
  open();
  expect(openDialog()?.getAttribute("aria-label")).toBe(t("share.title"));
  const mail = link("email")?.getAttribute("href") ?? "";
  expect(mail).toMatch(/^mailto:/);
  expect(decodeURIComponent(mail)).toContain(`${TEXT}\n\n${URL_OF_IT}`);
});

it("only one's own request has papers to download, in two sizes", () => {
  open();
  expect(link("poster")).toBeNull();
  open("r1");
  expect(link("poster")?.getAttribute("href")).toBe("/api/requests/r1/poster?size=a4");
  expect(link("card")?.getAttribute("href")).toBe("/api/requests/r1/poster?size=a6");
  expect(link("card")?.hasAttribute("download")).toBe(true);
});

it("the QR code says whether it is shown, and goes with a second press", async () => {
  const { user } = open();
  const code = () => button(t("share.qrCode"));
  expect(code().getAttribute("aria-expanded")).toBe("false");
  await user.click(code());
  expect(code().getAttribute("aria-expanded")).toBe("true");
  await screen.findByRole("img", { name: t("share.qrCodeLabel") });
  await user.click(code());
  expect(screen.queryByRole("img", { name: t("share.qrCodeLabel") })).toBeNull();
});

it("a press elsewhere or Escape closes it, a press of its button does not; the focus returns to that", async () => {
  const { user, onClose, close } = open();
  await user.click(button("Share"));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(field("Elsewhere"));
  expect(onClose).toHaveBeenCalledOnce();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
  close();
  await vi.waitFor(() => expect(document.activeElement).toBe(button("Share")), 30_000);
});
