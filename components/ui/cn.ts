import { type ClassValue, clsx } from "clsx";

/** Joins class names. What a caller may replace in them is marked as `default:` (globals.css). */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
