import Terminal

@main
struct Upfor {
    static func main() async {
        await Program.main()
    }
}
