import { useSyncExternalStore } from "react";

/** Moves the focus to the toast and back. */
export const TOAST_HOTKEY = "F8";

export type Toast = {
  title: string;
  description?: string | undefined;
  variant?: "default" | "success" | "destructive";
  /** A link to what the toast is about. */
  link?: { label: string; href: string };
  /** The page changes together with this toast, which is to be read on the next one. */
  toNextPage?: boolean;
};
export type ShownToast = Toast & { id: number };

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast in place of the one on screen: at most one is visible (specification 9). */
export function toast(content: Toast): void {
  lastId += 1;
  shown = { ...content, id: lastId };
  for (const listener of listeners) listener();
}

/** Removes the toast on screen: what it says is no longer true. */
export function clearToast(): void {
  shown = null;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a toast is shown or removed. Returns a function that stops it. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast to show; null before the first. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    onToast,
    () => shown,
    () => null,
  );
}
