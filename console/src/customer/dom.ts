type Child = Node | string | null;
type Value = string | boolean | ((event: Event) => void);

/** Creates an element. A function is a listener, `true` an attribute without a value. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Draws a QR code as an image with a name. */
export function drawQr(size: number, path: string, label: string): SVGElement {
  const quiet = 4;
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', `${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.setAttribute('class', 'qr');
  const modules = document.createElementNS(namespace, 'path');
  modules.setAttribute('d', path);
  svg.append(modules);
  return svg;
}
