import { encode } from "uqr";

type Props = { text: string; label: string };

/** A QR code of a text, dark on light in either theme and with a quiet zone, as scanners need. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto mt-2 w-48 rounded-lg bg-white text-black"
    >
      <path d={modules.join("")} fill="currentColor" />
    </svg>
  );
}
