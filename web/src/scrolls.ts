/** Lets the keyboard reach an element while there is something of it to scroll to. */
export function scrolls(element: HTMLElement): () => void {
    const observer = new ResizeObserver(() => {
        const isLonger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
        if (isLonger) element.tabIndex = 0;
        else element.removeAttribute("tabindex");
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
        observer.disconnect();
    };
}
