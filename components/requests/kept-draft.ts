import { DRAFT_FIELDS, type DraftField } from "./draft";

const KEY = "request-draft";

export type KeptDraft = Record<DraftField, string>;

/** Keeps what a person typed over a new login; in this tab only, for them only, and until it is taken. */
export function keepDraft(personId: string, form: FormData): void {
  const fields = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, String(form.get(name) ?? "")]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ personId, fields }));
  } catch {
    // Storage is forbidden: the form itself still holds it as long as it is open.
  }
}

/** What `keepDraft` kept for a person, once. Whatever else is found is thrown away. */
export function takeDraft(personId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      personId: string;
      fields: KeptDraft;
    } | null;
    sessionStorage.removeItem(KEY);
    return kept?.personId === personId ? kept.fields : null;
  } catch {
    return null;
  }
}
