/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** By the share sheet of the phone; other browsers save the file. */
export async function shareFile(file: File, title: string): Promise<void> {
  const shared = { files: [file], title };
  if (!navigator.canShare?.(shared)) return saveFile(file, file.name);
  await navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error; // closed by the person
  });
}
