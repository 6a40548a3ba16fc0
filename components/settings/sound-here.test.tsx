import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { isSoundOff } from "@/components/shared/chime";
import { show, t } from "@/tests/support/screen";
import { SoundHere } from "./sound-here";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const isOn = () => screen.getByRole("switch", { name: t("sound.title") }).getAttribute("aria-checked");

it("the sound is on until it is switched off, and on again when it is switched on", async () => {
  const { user } = show(<SoundHere />);
  expect(isOn()).toBe("true");
  await user.click(screen.getByRole("switch"));
  expect([isOn(), isSoundOff()]).toEqual(["false", true]);
  await user.click(screen.getByRole("switch"));
  expect([isOn(), isSoundOff()]).toEqual(["true", false]);
});

it("where the browser stores nothing the sound is off, and the switch shows it", async () => {
  const denied = () => {
    throw new Error("denied");
  };
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied, removeItem: denied, clear: () => {} });
  const { user } = show(<SoundHere />);
  expect(isOn()).toBe("false");
  await user.click(screen.getByRole("switch"));
  expect(isOn()).toBe("false");
});
