// The steps of the story, each a state of the page.

/** The part of the page that a step is about. */
export type Spot = "line" | "numbers" | "steps" | "words";

export interface Step {
    title: string;
    /** The state's keys in the page's address. */
    state: string;
    spot: Spot;
    text: string[];
    /** What to try. */
    task: string;
    /** Fields whose bits are lit. */
    fields?: string[];
}

export const STEPS: readonly Step[] = [
    {
        title: "One line of ids",
        state: "thread=1~3",
        spot: "line",
        text: [
            "This draw has 70 vertices and 100 instances, so the vertex shader runs 7,000 times. Each run is a thread.",
            "The GPU gives a thread one number: its place in a line. First come all vertices of instance 0, then all of instance 1. From this number the thread’s vertex and instance have to be found.",
        ],
        task: "Point at threads in the grid, and follow the mark on the line.",
    },
    {
        title: "Dividing is dear",
        state: "thread=50~69",
        spot: "line",
        text: [
            "The number divided by the threads of an instance is the instance, and the rest is the vertex. The attribute unit does this for every thread and every attribute.",
            "To divide by any number takes a large circuit or many cycles. A power of two takes neither: quotient and rest are bits of the number. But 70 would become 128, and 58 threads of each instance would do nothing.",
        ],
        task: "Choose the last thread of an instance, and the one after it.",
    },
    {
        title: "1, 3, 5, 7, 9 times a power of two",
        state: "color=kept&thread=50~71",
        spot: "numbers",
        text: [
            "A Mali up to V7 divides by five odd numbers times a power of two. Four small divisions are cheap, and the power of two is free.",
            "70 is 35 · 2, and 35 is none of the five. The next such number is 72 = 9 · 2³. Two threads of each instance have no vertex: they run, and are discarded.",
        ],
        task: "Slide the vertices from 64 to 96: where is most discarded?",
    },
    {
        title: "R, E and D",
        state: "thread=3~0&color=2&why=true",
        spot: "steps",
        text: [
            "The matrices in “model” change every 3 instances, which is every 72 · 3 = 216 threads. This number is another one in each draw, so no small circuit divides by it.",
            "The unit multiplies instead: (id + E) · (2³¹ + D), shifted right by 32 + R. The driver computes R, E and D once, and the result is exact for every id.",
        ],
        task: "Thread 216 is the first that reads element 1. In the small division, add 1 or not, and give the multiplier more bits.",
    },
    {
        title: "The descriptor",
        state: "thread=3~0&color=2",
        spot: "words",
        fields: ["divisor R", "divisor E", "divisor D"],
        text: [
            "R, E and D are bits of the buffer’s descriptor, beside the address, the stride and the size. The unit reads these words, and nothing else.",
            "So a wrong bit is a wrong element, and no error is reported.",
        ],
        task: "Flip E, the bit 29 of the second word: which threads read wrongly now?",
    },
    {
        title: "From V9 on",
        state: "arch=v9&thread=3~0&color=2",
        spot: "line",
        text: [
            "From V9 on (a Mali-G57 is one) the unit gets a thread’s vertex and instance as two numbers. Nothing is divided to tell them apart, nothing is padded, and no thread is discarded.",
            "It still divides the instance by the divisor, here 3, with the same arithmetic. R, E and D are in the attribute’s own words.",
        ],
        task: "Compare the arithmetic with that of V7: the id is now the instance.",
    },
];
