import { basePath } from '../../api/deployment';

/** Has the browser save what is behind a link: from where this page asks everything else, whatever a proxy told the service its name is. */
export function fetchFile({
  download_url: address,
  file_name: name,
}: {
  download_url: string;
  file_name: string;
}): void {
  const { pathname, search } = new URL(address, location.href);
  const link = document.createElement('a');
  link.href = pathname.startsWith(`${basePath}/`) ? `${pathname}${search}` : address;
  link.download = name;
  link.click();
}
