// Texts of words, documents and numbers. They are only ever shown as text nodes.

// Controls, marks and overrides of direction, and characters without a width: they hide or reorder text.
// Joiners (200c, 200d) belong to emoji, to Arabic letters and to marks of Indic scripts; elsewhere they hide.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{M}])[\u200c\u200d]/gu;
const MAX_WORD = 60;

/** The text with escapes in place of characters that would hide or reorder it. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** A word for a label: visible, and cut if it is very long. */
export function label(word: string): string {
  const shown = visible(word.length > 4 * MAX_WORD ? word.slice(0, 4 * MAX_WORD) : word);
  return shown.length > MAX_WORD ? `${shown.slice(0, MAX_WORD - 1)}…` : shown;
}

export function percent(share: number, digits = 1): string {
  const least = 10 ** -digits;
  if (share > 0 && 100 * share < least / 2) return `<${least.toFixed(digits)}%`;
  return `${(100 * share).toFixed(digits)}%`;
}

const grouped = new Intl.NumberFormat("en");
export function count(n: number): string {
  return grouped.format(Math.round(n));
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** The first day of a period, as long as the period needs it. */
export function shortDate(start: string, every: string): string {
  if (every.endsWith("year") || every.endsWith("y")) return start.slice(0, 4);
  return every === "day" || every === "week" || every.endsWith("d") || every.endsWith("w") ? start : start.slice(0, 7);
}
