import Lexicon

extension TinyDictionary {
    /// Words of every level; of nouns, enough for games.
    public static let lines: [Line] = nouns + others

    private static let nouns = [
        Line(
            "dog", .noun, 5, 510,
            "an animal that barks and is kept by people; \"the dog barks at night\""),
        Line(
            "cat", .noun, 5, 500,
            "a small animal that purrs and catches mice; \"the cat sleeps all day\""),
        Line("horse", .noun, 5, 480, "a large animal that people ride; \"she rode a horse\""),
        Line(
            "bird", .noun, 5, 475,
            "an animal with feathers and two wings; \"a bird sang in the tree\""),
        Line(
            "fish", .noun, 5, 490,
            "an animal that lives in water and has gills; \"a fish swam by\""),
        Line(
            "bread", .noun, 13, 460,
            "food that is baked from flour and water; \"he cut the bread\""),
        Line(
            "milk", .noun, 13, 470,
            "a white liquid that mammals feed their young with; \"the milk is cold\""),
        Line(
            "apple", .noun, 13, 465,
            "a round fruit with red or green skin; \"an apple fell from the tree\""),
        Line("sugar", .noun, 13, 462, "sweet crystals that are put into tea"),
        Line(
            "bridge", .noun, 6, 455,
            "a structure that carries a road over a river; \"we crossed the bridge\""),
        Line("window", .noun, 6, 458, "an opening of glass in a wall; \"open the window\""),
        Line(
            "mouse", .noun, 5, 431,
            "a small rodent with a long tail; \"a mouse ran over the floor\""),
        Line("goat", .noun, 5, 415, "a horned animal that climbs well; \"the goat ate my hat\""),
        Line("lion", .noun, 5, 425, "a large cat with a mane; \"the lion roared\""),
        Line("soup", .noun, 13, 440, "a liquid food that is eaten with a spoon; \"eat your soup\""),
        Line(
            "butter", .noun, 13, 430,
            "yellow fat that is made of cream; \"butter melts in the sun\""),
        Line("honey", .noun, 13, 445, "what bees make of nectar"),
        Line(
            "ladder", .noun, 6, 410,
            "two poles with steps between for climbing; \"he climbed the ladder\""),
        Line("hammer", .noun, 6, 405, "a tool for driving nails; \"the hammer hit his thumb\""),
        Line(
            "lantern", .noun, 6, 370,
            "a lamp that can be carried; \"a lantern hung at the door\""),
        Line("beaver", .noun, 5, 365, "a rodent that builds dams"),
        Line("otter", .noun, 5, 355, "a mammal that swims and eats fish; \"an otter dived\""),
        Line("cinnamon", .noun, 13, 360, "a spice from the bark of a tree; \"add some cinnamon\""),
        Line(
            "lentil", .noun, 13, 320,
            "a small flat seed that is cooked; \"the lentil is a pulse\""),
        Line("lynx", .noun, 5, 310, "a wild cat with tufted ears"),
        Line(
            "chisel", .noun, 6, 315,
            "a tool with a sharp end for wood or stone; \"he sharpened the chisel\""),
        Line("tapir", .noun, 5, 210, "a mammal with a short trunk; \"the tapir swam away\""),
        Line(
            "quince", .noun, 13, 250,
            "a hard yellow fruit that is cooked; \"quince makes good jelly\""),
        Line("adze", .noun, 6, 205, "a tool like an axe with its edge across"),
        Line("zeugma", .noun, 10, nil, "a figure of speech in which one word rules two"),
        Line("dog", .noun, 18, 510, "an informal term for a man; \"you lucky dog\""),
        Line(
            "hot dog", .noun, 13, nil, "a sausage in a roll", synonyms: ["frankfurter roll"],
            tagCount: 0),
        Line("Paris", .noun, 15, 482, "the capital of France"),
        Line("wretch", .noun, 18, 330, "(ethnic slur) offensive name for somebody"),
        Line(
            "lout", .noun, 18, 340, "a rude man", pointers: [";u 06717170 n 0000"]),
    ]

    private static let others = [
        Line("run", .verb, 38, 549, "move fast on foot; \"run to the door\""),
        Line("swim", .verb, 38, 465, "move through water; \"we swim every day\""),
        Line("climb", .verb, 38, 455, "go upward with hands and feet; \"they climb the hill\""),
        Line("jump", .verb, 38, 470, "push oneself off the ground; \"jump over the stream\""),
        Line("bake", .verb, 30, 430, "cook in an oven; \"bake a cake\""),
        Line("whistle", .verb, 39, 420, "make a clear sound with the lips; \"he can whistle\""),
        Line("crawl", .verb, 38, 415, "move on hands and knees; \"babies crawl\""),
        Line("knit", .verb, 36, 405, "make cloth of wool with two needles; \"she likes to knit\""),
        Line("cold", .adjective, 0, 500, "having a low temperature; \"a cold morning\""),
        Line("green", .adjective, 0, 520, "of the color of grass; \"green leaves\""),
        Line("loud", .adjective, 0, 460, "making much sound; \"a loud bell\""),
        Line("narrow", .adjective, 0, 455, "not wide; \"a narrow street\""),
        Line("slowly", .adverb, 2, 470, "at a low speed; \"he spoke slowly\""),
        Line("often", .adverb, 2, 530, "many times; \"we often meet\""),
        Line("gladly", .adverb, 2, 410, "with pleasure; \"I will gladly help\""),
        Line("aloud", .adverb, 2, 405, "so that it can be heard; \"read it aloud\""),
        Line(
            "dog", .verb, 38, 510, "go after somebody with the intent to catch",
            synonyms: ["trail"]),
    ]
}
