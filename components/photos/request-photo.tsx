import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { keptSizes, photoUrlOf, readPhotoUrl } from "@/lib/domain/photos/rules";

type Props = {
  /** Also of a picture in the browser, for a preview. */
  photoUrl: string | null;
  /** The title of the request, for the alternative text. */
  item: string;
  /** `card`, `thumbnail` and `tile` are cropped to one shape, so that lists are even; `full` is the whole photo. */
  shape: "card" | "thumbnail" | "tile" | "full";
  /** Visible when the page opens: fetched at once, and painted with the text. */
  first?: boolean;
  /** Of a guest's receipt, for a photo that donors alone see. */
  receiptToken?: string | undefined;
  className?: string;
};

const SHAPE = {
  card: {
    // Low enough that the button to donate of the first card is on the screen.
    className: "aspect-video max-h-[max(72px,calc(100svh-704px))] object-cover",
    sizes: "(min-width: 1024px) 31rem, (min-width: 640px) 38rem, calc(100vw - 2rem)",
  },
  thumbnail: { className: "size-20 object-cover", sizes: "8rem" },
  tile: { className: "size-full object-cover", sizes: "4rem" },
  full: { className: "max-h-[60svh] object-contain", sizes: "(min-width: 640px) 36rem, calc(100vw - 3rem)" },
} as const;

/** The address of a picture that was chosen and is not stored yet. */
const LOCAL = /^(blob:|data:image\/)/;

/** A request's photo; nothing when there is none. Its space is reserved while it loads. */
export function RequestPhoto({ photoUrl, item, shape, first = false, receiptToken, className }: Props) {
  const t = useTranslations("common");
  const style = SHAPE[shape];
  const classes = cn("default:w-full bg-muted text-sm text-muted-foreground", style.className, className);
  if (photoUrl !== null && LOCAL.test(photoUrl)) {
    return <img src={photoUrl} alt={t("photoOf", { item })} className={classes} />;
  }
  const photo = photoUrl === null ? null : readPhotoUrl(photoUrl);
  if (!photo?.size) return null;
  const { id, size } = photo;
  const query = receiptToken === undefined ? "" : `?${new URLSearchParams({ receipt: receiptToken })}`;
  return (
    <img
      src={`${photoUrlOf({ id, ...size })}${query}`}
      srcSet={keptSizes(size)
        .map((kept) => `${photoUrlOf({ id, ...kept })}${query} ${kept.width}w`)
        .join(", ")}
      sizes={style.sizes}
      width={size.width}
      height={size.height}
      alt={t("photoOf", { item })}
      loading={first ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding={first ? "sync" : "async"}
      className={classes}
    />
  );
}
