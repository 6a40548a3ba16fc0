import type { SentPhoto } from "@/components/photos/photo-state";
import { inTab } from "@/components/shared/stored";
import { DRAFT_FIELDS, type DraftField } from "./draft";

const KEY = "request-draft";

export type StoredDraft = Record<DraftField, string>;
type StoredEntry = { personId: string; fields: StoredDraft | null; photo: SentPhoto | null };

/**
 * Stores what a person typed, over a reload, another page or a new login; in this tab and for this person only.
 */
export function storeDraft(personId: string, form: FormData): void {
  const values = DRAFT_FIELDS.map((name) => [name, String(form.get(name) ?? "")]);
  store(personId, { fields: Object.fromEntries(values) });
}

/** Stores the photo that was sent for the draft; null when it was removed. */
export function storePhoto(personId: string, photo: SentPhoto | null): void {
  store(personId, { photo });
}

/** Whether there is a draft of this person. */
export function hasDraft(personId: string): boolean {
  const { fields, photo } = readStoredDraft(personId);
  return photo !== null || Object.values(fields ?? {}).some((text) => text !== "");
}

/** This person's draft. A draft that another person left in this tab is deleted. */
export function readStoredDraft(personId: string): Pick<StoredEntry, "fields" | "photo"> {
  const stored = read();
  if (stored?.personId === personId) return stored;
  if (stored) clearDraft();
  return { fields: null, photo: null };
}

export function clearDraft(): void {
  inTab.remove(KEY);
}

function store(personId: string, change: Partial<StoredEntry>): void {
  const { fields, photo } = readStoredDraft(personId);
  // Where storage is forbidden or full, the draft lasts as long as the form is open.
  inTab.store(KEY, JSON.stringify({ personId, fields, photo, ...change }));
}

function read(): StoredEntry | null {
  try {
    return JSON.parse(inTab.read(KEY) ?? "null");
  } catch {
    return null;
  }
}
