// What the page uses of Preact and htm, as far as its types are checked.

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(tree: any, parent: Element): void;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((last: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), values?: any[]): void;
export function useLayoutEffect(effect: () => void | (() => void), values?: any[]): void;
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, values: any[]): T;
