/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Closed by the person, or still open after the press before. */
const unfinished = ['AbortError', 'InvalidStateError'];

/** @returns false if the browser shares nothing, for example too long after the press */
export async function share(shared: ShareData): Promise<boolean> {
  return await navigator.share(shared).then(
    () => true,
    (error: unknown) => error instanceof DOMException && unfinished.includes(error.name),
  );
}

/** By the share sheet of the phone; other browsers save the file. */
export async function shareFile(file: File, title: string): Promise<void> {
  const shared = { files: [file], title };
  if (!(navigator.canShare?.(shared) && (await share(shared)))) saveFile(file, file.name);
}
