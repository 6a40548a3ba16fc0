import { inBrowser } from "./stored";

/** The key in localStorage that switches the sound off in this browser. */
const KEY = "sound-off";

/** Hertz: two soft tones for a donation or a new request, three for a goal that was reached. */
const TONES = { usual: [523.25, 783.99], goal: [523.25, 659.25, 783.99] };
/** Seconds between two tones, and how long each fades. */
const [BETWEEN, FADE] = [0.13, 0.6];
/** Of a volume of 1. */
const VOLUME = 0.06;

const listeners = new Set<() => void>();

/** Calls back whenever the sound is switched; returns a function that stops it. */
export function onSoundSwitched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A browser that stores nothing could not be told to be quiet. */
export function isSoundOff(): boolean {
  return inBrowser.read(KEY) !== null;
}

export function setSoundOff(off: boolean): void {
  if (off) inBrowser.store(KEY, "1");
  else inBrowser.remove(KEY);
  for (const listener of listeners) listener();
}

/** Plays a short sound, unless it is switched off; browsers allow none before the first press on a page. */
export function chime(isGoal: boolean): void {
  if (isSoundOff() || navigator.userActivation?.hasBeenActive !== true) return;
  const audio = new AudioContext();
  const tones = isGoal ? TONES.goal : TONES.usual;
  for (const [at, hertz] of tones.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at * BETWEEN;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(VOLUME, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + FADE);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + FADE);
    if (at === tones.length - 1) tone.onended = () => void audio.close();
  }
}
