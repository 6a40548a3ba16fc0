/** Saves a text as a file of the device. */
export function saveFile({ name, text, type }: { name: string; text: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start to read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
