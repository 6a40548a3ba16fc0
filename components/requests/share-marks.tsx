import type { ComponentProps } from "react";

/** The marks of services that lucide has no icon of, in the text's colour. */

export function XMark(props: ComponentProps<"svg">) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" {...props}>
      <path d="M2.8 3h5.1l13.3 18h-5.1zM20.4 2.5l-7.6 8.6M11 13.2l-7.4 8.3" />
    </svg>
  );
}

export function FacebookMark(props: ComponentProps<"svg">) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" {...props}>
      <path d="M12 1.5a10.5 10.5 0 0 0-1.75 20.85V15H7.6v-3.1h2.65V9.6c0-2.7 1.6-4.2 4-4.2 1.1 0 2.25.2 2.25.2v2.6h-1.3c-1.3 0-1.7.8-1.7 1.65v2.05h2.9l-.47 3.1H13.5v7.38A10.5 10.5 0 0 0 12 1.5z" />
    </svg>
  );
}
