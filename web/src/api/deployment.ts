function named(name: string, otherwise: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // The development server does not fill the page in.
  return content === '' || content.startsWith('{') ? otherwise : content;
}

/** The path below which the API is, as the host wrote it into the page. */
export const basePath = named('quarry-base-path', '/api/v1');

/** The application's name in `X-SERVICE-Client`. */
export const serviceClient = named('quarry-client', 'quarry-web');
