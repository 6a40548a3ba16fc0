import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chime, isSoundOff, setSoundOff } from "./chime";

const played: number[] = [];

/** A sound card that writes down what it plays. */
class Recorder {
  currentTime = 0;
  destination = {};
  close = vi.fn();
  createGain = () => ({
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
    connect: vi.fn(),
  });
  createOscillator = () => {
    const tone = {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => played.push(tone.frequency.value),
      stop: vi.fn(),
    };
    return tone;
  };
}

const pressed = (hasBeenActive: boolean) =>
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive } }));

beforeEach(() => {
  played.length = 0;
  vi.stubGlobal("AudioContext", Recorder);
  pressed(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("the sound of a moment", () => {
  it("is two tones, and three for a goal that was reached", () => {
    chime(false);
    expect(played).toHaveLength(2);
    chime(true);
    expect(played).toHaveLength(5);
  });

  it("is silent once it is switched off, until it is switched on again", () => {
    setSoundOff(true);
    expect(isSoundOff()).toBe(true);
    chime(true);
    expect(played).toEqual([]);
    setSoundOff(false);
    chime(true);
    expect(played).toHaveLength(3);
  });

  it("is silent before the first press on a page", () => {
    pressed(false);
    chime(true);
    expect(played).toEqual([]);
  });

  it("is silent where nothing can be stored", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("denied");
      },
    });
    chime(true);
    expect(played).toEqual([]);
  });
});
