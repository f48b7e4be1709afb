// Types of the parts of qrcode-generator (Debian's node-qrcode-generator) that the page uses.

interface QRCode {
  addData(text: string): void;
  make(): void;
  /** Modules of a side. */
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

/** @param version the size, 1 to 40; 0: as small as the text allows. */
export default function qrcode(version: number, correction: "L" | "M" | "Q" | "H"): QRCode;
