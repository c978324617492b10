/** Hands a text to the browser as a file to keep. */
export function saveAsFile({
  fileName,
  mediaType,
  text,
}: {
  fileName: string;
  mediaType: string;
  text: string;
}): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken the bytes when the click is through.
  URL.revokeObjectURL(url);
}
