/** A PDF with one empty page. @param sizeBytes its length, filled by a comment */
export function makePdf(sizeBytes?: number): Buffer {
  const objects = [
    "1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj",
    "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj",
    "3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99]>> endobj",
  ];
  const write = (filler: string) => {
    const start = `%PDF-1.7\n%${filler}\n`;
    const places = objects.map(
      (_, index) => start.length + objects.slice(0, index).join("\n").length + Number(index > 0),
    );
    const body = `${start}${objects.join("\n")}\n`;
    const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    const table = `xref\n0 4\n0000000000 65535 f \n${rows}trailer <</Size 4 /Root 1 0 R>>\n`;
    return `${body}${table}startxref\n${String(body.length).padStart(10, "0")}\n%%EOF\n`;
  };
  const small = write("");
  return Buffer.from(sizeBytes === undefined ? small : write("x".repeat(sizeBytes - small.length)), "latin1");
}
