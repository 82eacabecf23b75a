/** Has the browser save what is behind a link. */
export function fetchFile({ download_url: address, file_name: name }: { download_url: string; file_name: string }): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
