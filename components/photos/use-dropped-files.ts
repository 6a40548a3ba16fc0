import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that are dropped or pasted anywhere on the page: a drop outside the field would replace the page.
 * Returns whether one is being dragged over it.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setDragging(true);
    };
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", (event) => !event.relatedTarget && setDragging(false), { signal });
    document.addEventListener(
      "drop",
      (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setDragging(false);
        take([...event.dataTransfer.files]);
      },
      { signal },
    );
    document.addEventListener(
      "paste",
      (event) => {
        const files = pastedFiles(event);
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);

  return dragging;
}

/** Text with pictures, as word processors copy it, goes into the field it is pasted into. */
function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!clipboardData || (typing && clipboardData.types.includes("text/plain"))) return [];
  return [...clipboardData.files];
}
